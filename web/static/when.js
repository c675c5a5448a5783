// Days and hours as people here write them.

const told = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[data-at]")) {
  time.textContent = told.format(new Date(1000 * Number(time.dataset.at)));
}
