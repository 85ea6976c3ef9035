// Shows the description of the server that this page is from.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#api",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // Else a badge would send the description to another host.
  validatorUrl: null,
});
