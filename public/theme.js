// Sets the chosen theme before the first paint, so that the page does not flash.
(() => {
  let theme = null;
  try {
    theme = JSON.parse(localStorage.getItem("relayscope.preferences") ?? "{}").theme;
  } catch {}
  const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
