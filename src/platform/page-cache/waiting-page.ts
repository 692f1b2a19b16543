import type { PublicPage } from './public-pages.ts';

/** If data takes longer, a skeleton page is sent first, in milliseconds. */
const skeletonDelayMs = 150;

/** The skeleton page of each route whose data can be late. */
const waitingPages: Record<string, string> = {
  '/': '/waiting/home',
  '/services': '/waiting/services',
  '/community': '/waiting/community',
  '/videos': '/waiting/videos',
  '/freebies': '/waiting/freebies',
  '/education': '/waiting/education',
  '/blog': '/waiting/education',
  '/education/:id': '/waiting/post',
  '/blog/:id': '/waiting/post',
};

/** Returns the skeleton page for a browser that navigates. Programs wait for the page itself. */
export function findWaitingPage({ route }: PublicPage, request: Request): PublicPage | undefined {
  const url = waitingPages[route];
  const isShown = request.method === 'GET' && request.headers.get('Sec-Fetch-Mode') === 'navigate';
  return url && isShown ? { route: url, url } : undefined;
}

type Reads = Record<string, (...args: never[]) => Promise<unknown>>;

/** Wraps functions that read data, and reports if one takes longer than {@link skeletonDelayMs}. */
export function reportWhenLate<Content extends Reads>(
  content: Content,
  dataIsLate: (() => void) | undefined,
): Content {
  if (!dataIsLate) return content;
  const watched = Object.entries(content).map(([name, read]) => [
    name,
    (...args: never[]) => {
      let isLoaded = false;
      // On a busy thread the data may have arrived but not been processed yet.
      const timer = setTimeout(() => setImmediate(() => isLoaded || dataIsLate()), skeletonDelayMs);
      return read(...args).finally(() => {
        isLoaded = true;
        clearTimeout(timer);
      });
    },
  ]);
  return Object.fromEntries(watched);
}

/**
 * Sends the skeleton page up to the end of its content, then the title and the content of the page.
 * CSS hides the skeletons once something follows them (src/ui/styles/base.css), so no script is
 * needed. A document takes its title from its first `<title>`, wherever that is, so the skeleton
 * page has none.
 */
export function streamBehind(
  waiting: Buffer,
  page: Promise<Buffer>,
): ReadableStream<Uint8Array<ArrayBufferLike>> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(waiting.subarray(0, waiting.indexOf('</main>'))),
    async pull(controller) {
      const whole = await page;
      const titleEnd = whole.indexOf('</title>') + '</title>'.length;
      const contentStart = whole.indexOf('>', whole.indexOf('<main')) + 1;
      controller.enqueue(whole.subarray(whole.indexOf('<title'), titleEnd));
      controller.enqueue(whole.subarray(contentStart));
      controller.close();
    },
  });
}
