import { lists } from './month-lists.ts';
import { moneyTasks } from './month-money.ts';
import { openPhone } from './month-site.ts';
import { accountTasks, tasks } from './month-tasks.ts';
import { createThumb } from './thumb.ts';

/*
 * Can the mentor do a month's work with one thumb? `npm run bench:month` does 49 tasks in the back
 * office of the built site at 390 x 844, 12 of them about money, and prints the taps and keys of each. Exits with 1 if one
 * fails. `-- --lists` instead measures how fast the lists of a busy site open on a slow phone. `--
 * --shots=FOLDER` saves a picture of the end of each task.
 */

const shots = process.argv.find((word) => word.startsWith('--shots='))?.split('=')[1];
await using stack = new AsyncDisposableStack();
process.exitCode = (await (process.argv.includes('--lists') ? lists(stack) : month())) ? 0 : 1;

async function month(): Promise<boolean> {
  const { page } = await openPhone(stack, 'month');
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.context().route(/wa\.me|google\.com|outlook/, (route) => route.fulfill({ body: '' }));
  page.context().on('page', (opened) => opened.close());
  const thumb = createThumb(page);
  const sum = { taps: 0, fields: 0, failed: 0 };
  const rows = [];
  for (const [index, [name, perform]] of Object.entries({
    ...tasks,
    ...moneyTasks,
    ...accountTasks,
  }).entries()) {
    Object.assign(thumb.count, { taps: 0, fields: 0 });
    const result = await perform(thumb).then(
      () => 'ok',
      (error: Error) => error.message.split('\n').slice(0, 4).join(' ').slice(0, 300),
    );
    const { excess, top } = await page.evaluate(() => ({
      excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      top: Math.round(
        (document.querySelector('[data-content]')?.getBoundingClientRect().top ?? 0) + scrollY,
      ),
    }));
    if (shots)
      await page.screenshot({ path: `${shots}/${String(index + 1).padStart(2, '0')}.png` });
    if (excess > 0) faults.push(`${name}: scrolls sideways by ${excess} px`);
    if (top > 130) faults.push(`${name}: the content begins at ${top} px`);
    const { taps, fields } = thumb.count;
    rows.push({ task: name, taps, fields, 'top px': top || '', result });
    sum.taps += taps;
    sum.fields += fields;
    if (result !== 'ok') {
      sum.failed += 1;
      console.error(`${name}: ${result}`);
      await page.goto('/admin/today');
    }
  }
  rows.push({
    task: 'Sum',
    taps: sum.taps,
    fields: sum.fields,
    'top px': '',
    result: `${sum.failed} failed`,
  });
  console.table(rows);
  for (const fault of [...faults, ...[...thumb.small].map((one) => `small: ${one}`)])
    console.log(fault);
  return sum.failed === 0 && faults.length === 0;
}
