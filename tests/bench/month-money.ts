import type { Locator } from '@playwright/test';
import { mentor, referenceOf, untilAlive } from './month-site.ts';
import type { Thumb } from './thumb.ts';

/** The height of the screen above the bar at the bottom, in pixels. */
const visibleHeight = 844 - 56;

/** The money task of Today that contains a text. */
const taskOf = ({ page }: Thumb, text: string): Locator =>
  page.getByRole('region', { name: 'Payments' }).getByRole('listitem').filter({ hasText: text });

/** Opens an order from the bar at the bottom, by its search. Returns its panel. */
async function openOrder({ page, more, type, tap }: Thumb, client: string): Promise<Locator> {
  await more('Money');
  await type('Search orders', client);
  await tap(
    page.getByRole('article').filter({ hasText: client }).getByRole('link', { name: /^Open/ }),
  );
  return page.getByRole('dialog');
}

/** Closes the panel. */
const close = ({ page, tap }: Thumb) =>
  tap(page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }));

/** Chooses a bank statement from the files of the phone. */
const uploadStatement = ({ page, upload }: Thumb, name: string, text: string) =>
  upload(page.getByLabel('Statement (CSV or OFX)'), name, 'text/csv', Buffer.from(text));

/** What happens to money in a month, each task starting from the bar at the bottom of the screen. */
export const moneyTasks: Record<string, (thumb: Thumb) => Promise<void>> = {
  'Read what to do about money on Today': async (thumb) => {
    const { page, go } = thumb;
    await go('Today');
    await page.getByRole('link', { name: /^Today.*payments that need your attention/ }).waitFor();
    const first = page.getByRole('region', { name: 'Payments' }).getByRole('listitem').first();
    await first.getByText('A client wants').waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    const { y = 0, height = visibleHeight } = (await first.boundingBox()) ?? {};
    if (y + height > visibleHeight)
      throw new Error(`the first task ends at ${Math.round(y + height)} px`);
  },
  'Refund money that an order did not take': async (thumb) => {
    const { page, tap, type, sees, go, misses } = thumb;
    await go('Today');
    await tap(taskOf(thumb, 'wants a refund').getByRole('link', { name: /^Open/ }));
    await tap(page.getByRole('dialog').getByRole('link', { name: /^Refund/ }));
    await sees('The client gets an email once the refund is sent.');
    await type('Reason', 'The order was cancelled');
    await tap('Record refund');
    await sees('Refund recorded');
    await close(thumb);
    await go('Today');
    await misses(taskOf(thumb, 'wants a refund'));
  },
  'Find another time for a client who paid too late': async (thumb) => {
    const { page, tap, choose, sees, go, misses } = thumb;
    await go('Today');
    await tap(
      taskOf(thumb, 'wants another time').getByRole('link', { name: /^Find another time/ }),
    );
    await sees(/The client has paid R1.000\.00 for this session after its time was released/);
    await tap(page.getByRole('button', { name: /^Date/ }));
    await tap(page.locator('[data-day]:not([data-disabled]) button').first());
    await choose(page.getByLabel('Time', { exact: true }), { index: 1 });
    await tap('Book Session');
    await sees('Session booked again');
    await close(thumb);
    await go('Today');
    await misses(taskOf(thumb, 'wants another time'));
  },
  'Mark as paid what a client says they paid': async (thumb) => {
    const { page, tap, type, sees, go, misses } = thumb;
    await go('Today');
    await tap(taskOf(thumb, 'Kagiso').getByRole('link', { name: /^Mark as paid/ }));
    await type('Reference or note', 'EFT 5120');
    await tap(page.getByRole('button', { name: /^Mark R1.000\.00 as paid/ }));
    await sees('Marked as paid. The client gets the receipt by email.');
    await sees(/^[A-Z]+-\d{4}-\d{4}$/);
    await close(thumb);
    await go('Today');
    await misses(taskOf(thumb, 'Kagiso'));
  },
  'Cancel a session that is paid, and refund it': async (thumb) => {
    const { page, tap, type, sees, go, misses } = thumb;
    await go('Bookings');
    await tap('More for Kagiso');
    await tap(page.getByRole('link', { name: 'Cancel session' }));
    await sees(/They have paid: refund them or offer another time afterwards\./);
    await type(page.getByLabel(/^Message to/), 'I have to travel that day.');
    await tap('Cancel Session');
    await sees('Session cancelled successfully');
    await close(thumb);
    await go('Today');
    const task = taskOf(thumb, 'A paid session was cancelled');
    await task.getByText('knows that you refund it or offer another time').waitFor();
    await tap(task.getByRole('link', { name: /^Refund/ }));
    await type('Reason', 'Session cancelled');
    await tap('Record refund');
    await sees('Refund recorded');
    await close(thumb);
    await go('Today');
    await misses(task);
  },
  'Remind a client who is late': async (thumb) => {
    const { tap, sees, go, misses } = thumb;
    await go('Today');
    const task = taskOf(thumb, 'R450.01 is overdue');
    await tap(task.getByRole('button', { name: /^Remind/ }));
    await sees('Reminder sent');
    await misses(task);
  },
  'Make an order by hand, and send its link': async (thumb) => {
    const { page, tap, type, sees, more } = thumb;
    await more('Money');
    await tap('New order');
    await type('What it is for', 'Two more evenings');
    await type('Amount in rand', '2500');
    await type('Client’s name', 'Zoë O’Neill');
    await type('Phone', '082 555 4711');
    await tap('Create Order');
    await sees('Order created');
    await tap(page.getByRole('dialog').getByRole('link', { name: /^WhatsApp to the client of/ }));
    await tap('Copy client link');
    await sees('Link copied');
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await sees('Two more evenings');
    await page.goBack();
    await untilAlive(page);
    await close(thumb);
  },
  'Record a part, remind of the rest, and waive it': async (thumb) => {
    const { page, tap, type, sees } = thumb;
    await openOrder(thumb, 'Sizwe');
    await tap('Record a part');
    await type('Amount that arrived, in rand', 'R2 985');
    await tap('Record payment');
    await sees(/R2.985 of R3.000 paid, R15 left/);
    await tap(page.getByRole('dialog').getByRole('button', { name: /^Remind/ }));
    await sees('Reminder sent');
    await tap('Waive the rest');
    await tap(page.getByRole('dialog').last().getByRole('button', { name: 'Waive the rest' }));
    await sees('The rest is waived. The order is paid.');
    await sees(/R2.985 of R3.000 paid, R15 waived/);
    await close(thumb);
  },
  'Import a statement, and decide about its other lines': async (thumb) => {
    const { page, tap, sees, more } = thumb;
    await more('Money');
    await tap('Import a bank statement');
    const lines = [
      `2026-11-20,1000.00,IB PAYMENT ${referenceOf('Nomsa')}`,
      '2026-11-21,400.00,TUMELO',
      '2026-11-22,23000.00,SALARY',
    ];
    await uploadStatement(thumb, 'november.csv', ['Date,Amount,Description', ...lines].join('\n'));
    await sees('3 lines read');
    await tap(page.getByLabel(new RegExp(referenceOf('Nomsa'))));
    await tap('Record 1 payment');
    await sees(`Recorded: ${referenceOf('Nomsa')}`);
    // The list of orders is behind the panel.
    const part = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'TUMELO' });
    const order = `Record for order ${referenceOf('Tumelo')}`;
    await tap(part.getByRole('button', { name: order }).first());
    await sees(`Recorded: ${referenceOf('Tumelo')}`);
    await tap(page.locator('summary').filter({ hasText: 'No matching order' }));
    await tap(page.getByRole('button', { name: /^Not for an order.*SALARY/ }));
    await tap(page.locator('summary').filter({ hasText: 'Not for an order' }));
    await sees('Put back');
    await close(thumb);
  },
  'Import the rest of an order as OFX': async (thumb) => {
    const { page, tap, sees, more } = thumb;
    await more('Money');
    await tap('Import a bank statement');
    const reference = referenceOf('Tumelo');
    await uploadStatement(
      thumb,
      'november.ofx',
      `OFXHEADER:100\n<OFX><BANKTRANLIST><STMTTRN><DTPOSTED>20261123<TRNAMT>800.00<NAME>REST<MEMO>${reference}</STMTTRN></BANKTRANLIST></OFX>`,
    );
    await sees('Reference and amount match');
    await tap(page.getByLabel(new RegExp(reference)));
    await tap('Record 1 payment');
    await sees(`Recorded: ${reference}`);
    await close(thumb);
  },
  'Read a tax year, and save its payments and documents': async (thumb) => {
    const { page, choose, more, tap } = thumb;
    await more('Money');
    const taxYear = page.locator('option[value^=tax-]').first();
    await choose('Period', (await taxYear.getAttribute('value')) ?? '');
    await page.getByRole('region', { name: 'Sums' }).getByText('After refunds').waitFor();
    for (const what of ['Payments', 'Documents']) {
      const download = page.waitForEvent('download');
      await tap(page.getByRole('link', { name: new RegExp(`^${what} \\(CSV\\)`) }));
      await download;
    }
  },
  'Set up card payments: a wrong key says so': async (thumb) => {
    const { page, tap, type, sees, more } = thumb;
    await more('Settings');
    await tap(
      page
        .locator('[data-content]')
        .getByRole('link', { name: /^Card payments/ })
        .last(),
    );
    const part = page.getByRole('region', { name: 'Paystack' });
    await type(part.getByLabel('Secret key'), 'pk_live_37265');
    await type(part.getByLabel('Your password for this site'), mentor.password);
    await tap(part.getByRole('button', { name: 'Test and save' }));
    await sees(/A secret key begins with sk_live_ or sk_test_/);
    if ((await part.getByLabel('Secret key').inputValue()) === '') throw new Error('lost');
    await tap(part.getByRole('button', { name: /^Copy/ }));
  },
};
