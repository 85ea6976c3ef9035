// Light or dark as the visitor has it, now and when that changes.
const dark = matchMedia("(prefers-color-scheme: dark)");
const choose = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", choose);
choose();

// Shows the description of the server that this page is from.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#api",
  // With it each operation's button would hold a link: a control within a control.
  deepLinking: false,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // Else a badge would send the description to another host.
  validatorUrl: null,
});

// What the library leaves without a name, or out of the keyboard's reach, gets one as it appears.
const NAMES = {
  "#servers": { "aria-label": "Server" },
  ".examples-select-element": { "aria-label": "Example" },
  "select.content-type": { "aria-label": "Media type" },
  ".body-param__text": { "aria-label": "Request body" },
  "pre.microlight": { tabindex: "0" },
  ".information-container": { "aria-label": "About the API", role: "region" },
  ".scheme-container": { "aria-label": "Servers", role: "region" },
};

new MutationObserver(() => {
  for (const [selector, attributes] of Object.entries(NAMES)) {
    const [first] = Object.keys(attributes);
    for (const element of document.querySelectorAll(`${selector}:not([${first}])`)) {
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }
  }
}).observe(document.querySelector("#api"), { childList: true, subtree: true });
