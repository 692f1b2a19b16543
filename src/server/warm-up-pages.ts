import type { Logger } from '#platform/log/logger.ts';
import type { PagesHandler } from './pages.ts';

/** Pages with forms. */
const paths = ['/contact', '/mentorship', '/login'];

const report = { nameRoute() {}, logThrown() {}, lacksContent() {}, takeDocument() {} };

/**
 * Submits an empty form to each page, so that its code is compiled before the first visitor.
 * Nothing is stored.
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
