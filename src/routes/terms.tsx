import { composeTermsPage, toShownLegalPage } from '#features/legal/rules/index.ts';
import { LegalPage } from '#features/legal/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import { pageServicesContext } from '#server/page-context.ts';

import type { Route } from './+types/terms';

export async function loader({ context }: Route.LoaderArgs) {
  const { siteWide, booking, legal, paymentMethods, cancellation } = await context
    .get(pageServicesContext)
    .readSettings();
  const { terms, riskNotice } = legal;
  const { changeCutOffHours } = booking;
  return toShownLegalPage(legal, [
    ...composeTermsPage({
      site: siteWide,
      riskNotice,
      changeCutOffHours,
      paymentMethods,
      cancellation,
    }),
    { title: 'Other terms', text: terms },
  ]);
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Terms of Service',
    description: 'What we teach and sell, and what you can expect.',
  });

/** The terms that follow from the site itself, and the mentor's own text. */
export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage eyebrow="Terms" title="Terms of Service" {...loaderData} />;
}
