// Starts a worker from its address. A page in an iframe with `sandbox` and without `allow-same-origin` has an opaque
// origin: for it every address is of another origin, and browsers start no worker from there. So such a page starts
// a worker from a text of its own, which imports the script; the server has to allow that (CORS).

/** `name`: the worker reads it as `self.name`. */
export function startWorker(address: string, name = ""): Worker {
  const full = new URL(address, location.href).href;
  if (self.origin !== "null") return new Worker(full, { type: "module", name });
  const text = new Blob([importingScript(full)], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(text), { name });
}

/** The text of a classic worker, because Chromium refuses modules from an opaque origin. It keeps the messages that
 * arrive before the imported script has set its own `onmessage`. */
function importingScript(address: string): string {
  return `const early = [];
onmessage = (event) => early.push(event);
import(${JSON.stringify(address)}).then(
  () => early.forEach((event) => onmessage(event)),
  (error) => setTimeout(() => { throw error; }),
);`;
}
