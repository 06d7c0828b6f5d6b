// The theme is chosen before anything is painted.
(() => {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();

// chooseThemes has the button choose the next theme. shown is called whenever another one is shown.
function chooseThemes(shown) {
  const themes = { "": "as the system", light: "light", dark: "dark" }, order = Object.keys(themes);
  const button = document.getElementById("theme"), root = document.documentElement;
  const show = (theme) => {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    button.textContent = "Theme: " + themes[theme];
    shown();
  };
  button.addEventListener("click", () => {
    const next = order[(order.indexOf(root.dataset.theme || "") + 1) % order.length];
    localStorage.setItem("theme", next);
    show(next);
  });
  show(root.dataset.theme || "");
}
