/** The page that shows the OpenAPI description and sends requests. It loads nothing from other hosts. */
export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hexipam: the REST interface</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="page.css">
</head>
<body>
<form id="sign-in">
<label>Application <input name="app" value="default" required></label>
<label>User <input name="username" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button disabled>Sign in</button>
<output role="status"></output>
</form>
<div id="description"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="page.js"></script>
</body>
</html>
`;

export const pageCss = `
body { margin: 0; }
#sign-in { display: flex; flex-wrap: wrap; gap: 1em; padding: 1em; background: #1b1b1b; color: #fff; font: 16px sans-serif; align-items: center; }
#sign-in input { font: inherit; padding: 0.2em 0.4em; }
#sign-in button { font: inherit; padding: 0.2em 1em; }
`;

/** The token is only in the memory of the page. */
export const pageScript = `
'use strict';
(async () => {
  const description = await (await fetch('../openapi.json')).json();
  const root = location.pathname.replace(/[/]docs[/]*$/, '');
  const server = { url: root + '/api/{app}', variables: { app: { default: 'default' } } };
  description.servers = [server];
  const ui = SwaggerUIBundle({
    spec: description,
    domNode: document.getElementById('description'),
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    validatorUrl: null,
  });
  const form = document.getElementById('sign-in');
  const message = form.querySelector('output');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { app, username, password } = Object.fromEntries(new FormData(form));
    const bytes = new TextEncoder().encode(username + ':' + password);
    const headers = { Authorization: 'Basic ' + btoa(String.fromCharCode(...bytes)) };
    const part = encodeURIComponent(app);
    try {
      const answer = await (await fetch(root + '/api/' + part + '/user/', { method: 'POST', headers })).json();
      if (!answer.success) throw new Error(answer.message);
      ui.oas3Actions.setServerVariableValue({ server: server.url, key: 'app', val: part });
      ui.preauthorizeApiKey('token', answer.data.token);
      form.elements.password.value = '';
      message.textContent = username + ' is signed in until ' + answer.data.expires;
    } catch (error) {
      message.textContent = error.message;
    }
  });
  form.querySelector('button').disabled = false; // before, the browser would send the form by itself
})();
`;
