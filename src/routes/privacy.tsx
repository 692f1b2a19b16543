import { composePrivacyPage, toShownLegalPage } from '#features/legal/rules/index.ts';
import { LegalPage } from '#features/legal/ui/index.ts';
import { PersonRequestSection } from '#features/people/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import { pageServicesContext } from '#server/page-context.ts';

import type { Route } from './+types/privacy';

export async function loader({ context }: Route.LoaderArgs) {
  const { readSettings, captcha } = context.get(pageServicesContext);
  const { siteWide, booking, legal, paymentMethods } = await readSettings();
  const { privacy, retention, offer } = legal;
  const { reminderMinutes } = booking;
  return toShownLegalPage(legal, [
    ...composePrivacyPage({
      site: siteWide,
      reminderMinutes,
      retention,
      offer,
      captcha,
      paymentMethods,
    }),
    { title: 'Who runs this site', text: privacy },
  ]);
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Privacy Policy',
    description: 'What data we keep, why, for how long, and who to ask.',
  });

/**
 * The privacy policy: what the site does with personal data, generated from code, and the mentor's
 * own text.
 */
export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage eyebrow="Privacy" title="Privacy Policy" {...loaderData}>
      <PersonRequestSection />
    </LegalPage>
  );
}
