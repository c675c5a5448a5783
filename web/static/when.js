// Days, hours and numbers as people here write them.

import { locale } from "./words.js";

const told = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[data-at]")) {
  time.textContent = told.format(new Date(1000 * Number(time.dataset.at)));
}

const counted = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

for (const number of document.querySelectorAll("data[value]")) number.textContent = counted.format(Number(number.value));
