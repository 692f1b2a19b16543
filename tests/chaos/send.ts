/** How long a page waits for an answer, in milliseconds. */
const answerTimeout = 10_000;

interface Answer {
  /** 0 where none came. */
  status: number;
  text: string;
}

/** Whether it was answered that it is taken. */
export const isGood = ({ status }: Answer) => status >= 200 && status < 300;

/** Whether it was answered that it is not taken, and a repeat would be answered alike. */
export const isRefused = ({ status }: Answer) => status >= 400 && status < 500;

/** Sends a request as a page does: whatever goes wrong is no answer. */
export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(answerTimeout),
      ...init,
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

/** The same, with a body as the pages of the site send it. */
export const sendJson = (
  url: string,
  body: object | undefined,
  { method = 'POST', cookie }: { method?: string; cookie?: string } = {},
) =>
  send(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** What an answer says; nothing where it is no JSON. */
export function read(answer: Answer): Record<string, unknown> {
  try {
    return Object(JSON.parse(answer.text));
  } catch {
    return {};
  }
}
