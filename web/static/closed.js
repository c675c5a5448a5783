// What is only for those who take part: the code is asked for, and then the page comes.

import { codeTyped } from "./ask.js";

document.getElementById("open").addEventListener("click", codeTyped);
document.addEventListener("paired", () => location.reload());
