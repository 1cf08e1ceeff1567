// Requests to the server that served the page, at addresses below its own: JSON there and back.

/** What the server said in place of an answer. */
export class RefusedRequest extends Error {}

/**
 * The answer to a request.
 * @param {string} name
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function askServer(name, body, signal) {
  const response = await sendRequest(name, body, signal), document = await response.json();
  if (!response.ok) throw new RefusedRequest(document.error);
  return document;
}

/**
 * The result of long work; whoever aborts the signal ends it.
 * @param {string} name
 * @param {object} body
 * @param {(event: {kind: string, [name: string]: any}) => void} onEvent told of its place in the queue, and its progress
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function followServer(name, body, onEvent, signal) {
  const response = await sendRequest(name, body, signal);
  if (!response.ok || !response.body) throw new RefusedRequest((await response.json()).error);
  for await (const line of readLines(response.body)) {
    const event = JSON.parse(line);
    if (event.kind === "result") return event.result;
    if (event.kind === "refused") throw new RefusedRequest(event.error);
    onEvent(event);
  }
  throw new RefusedRequest("the server ended before it answered");
}

/** @param {string} name @param {object} body @param {AbortSignal} [signal] @returns {Promise<Response>} */
async function sendRequest(name, body, signal) {
  try {
    return await fetch(`api/${name}`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: signal ?? null,
      credentials: "omit", cache: "no-store",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RefusedRequest("the server does not answer; is `rosetta play` still running?");
  }
}

/** @param {ReadableStream<Uint8Array>} stream @returns {AsyncGenerator<string>} its lines */
async function* readLines(stream) {
  const reader = stream.getReader(), decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
    rest = done ? "" : lines.pop() ?? "";
    yield* lines.filter(Boolean);
    if (done) return;
  }
}
