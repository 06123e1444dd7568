/** Health check of the container: exits with 0 if the service answers, otherwise with 1. */
const port = process.env.HEXIPAM_PORT || '8080';
const answered = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(answered ? 0 : 1);
