type Ask = (path: string, init: RequestInit) => Response | Promise<Response>;

/** Makes what posts JSON, or a text as it is. */
export const createPost =
  (ask: Ask) =>
  async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
