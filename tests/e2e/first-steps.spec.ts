import { planCourses } from '#rules/plan-courses.ts';
import { querySite } from '#tests/support/site-rows.ts';
import { expect, test } from './admin.ts';

test('the first steps show which ones are done, and can be dismissed', async ({
  page,
  changeSection,
}) => {
  // Another test may have downloaded a backup, which completes a step.
  await querySite("delete from settings where key in ('first-steps', 'backup-elsewhere')", []);
  await querySite('delete from settings_versions', []);
  await expect
    .poll(async () => {
      const { steps } = await (await page.request.get('/api/first-steps')).json();
      return steps.some(({ is_done }: { is_done: boolean }) => is_done);
    })
    .toBe(false);
  await page.goto('/admin/today');
  const steps = page.getByRole('region', { name: 'First steps' });
  const line = steps.locator('summary');
  await expect(steps.getByText('0 of 12 done')).toBeVisible();
  await line.click();
  const courses = page.getByRole('region', { name: 'Courses without contents' });
  await courses.locator('summary').click();
  await expect(
    courses.getByRole('link', { name: 'Add contents to TP Strategy Course' }),
  ).toHaveAttribute('href', `/admin/courses?contents=${planCourses['course-inquiry']}`);

  await steps.getByRole('button', { name: 'Looks good (Your prices)' }).click();
  await expect(steps.getByText('1 of 12 done')).toBeVisible();
  await expect(line).toBeFocused();
  await changeSection('booking', { bookableDays: 90 });
  await page.reload();
  await expect(steps.getByText('2 of 12 done')).toBeVisible();
  await line.click();

  await steps.getByRole('button', { name: 'Hide this list' }).click();
  await expect(steps).toBeHidden();
  await page.goto('/admin/settings');
  await expect(page.getByText('First steps: 2 of 12 done.')).toBeVisible();
  await page.getByRole('button', { name: 'Show them on Today again' }).click();
  await expect(page.getByText(/^First steps/)).toBeHidden();
  await page.goto('/admin/today');
  await expect(steps.getByText('2 of 12 done')).toBeVisible();
  // The download of a backup, of another test, is a step too.
  await querySite("delete from settings where key in ('first-steps', 'backup-elsewhere')", []);
});
