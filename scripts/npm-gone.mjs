const parent = process.ppid;
const CHECK_MS = 500;

/** A signal to `npm start` ends npm and the shell in between, which does not forward it: this detects their end. */
export function onNpmGone(end) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_MS);
  timer.unref();
}
