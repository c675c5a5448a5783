// Days and hours as people here write them.

import { locale } from "./words.js";

const told = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[data-at]")) {
  time.textContent = told.format(new Date(1000 * Number(time.dataset.at)));
}
