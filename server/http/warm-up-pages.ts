import type { Logger } from '#server/logger.ts';
import type { PagesHandler } from './pages.ts';

/** Pages with forms of their own. */
const paths = ['/contact', '/mentorship', '/login'];

const report = { nameRoute() {}, logThrown() {}, lacksContent() {}, takeDocument() {} };

/**
 * Sends an empty form to each page, which refuses it: what pages and their forms are made of is loaded
 * and compiled, and no visitor waits for it. Nothing is stored, counted or logged by that.
 */
export async function warmUpPages(pages: PagesHandler, log: Logger): Promise<void> {
  for (const path of paths) {
    const request = new Request(`http://localhost${path}`, { method: 'POST' });
    const visit = { policy: () => '', ipAddress: 'unknown', form: new URLSearchParams(), report };
    try {
      await (await pages(request, visit)).text();
    } catch (reason) {
      log.warn({ path, reason }, 'A page could not be warmed up');
    }
  }
}
