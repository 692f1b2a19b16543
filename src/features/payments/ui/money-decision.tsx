import type { MoneyChoice } from '#features/orders/rules/index.ts';
import type { PayPage } from '#features/payments/rules/pay-page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PayTime } from './pay-time.tsx';

const actions: Record<MoneyChoice, string> = {
  'another-time': 'I’d like another time',
  keep: 'I still want it',
  refund: 'Please refund me',
};

const chosenWords: Record<MoneyChoice, [before: string, after: string]> = {
  'another-time': ['You asked us on ', ' for another time. We’ll contact you.'],
  keep: ['You told us on ', ' that you still want it. We’ll contact you.'],
  refund: ['You asked us on ', ' for a refund. This page shows when the money is sent.'],
};

/** What the buyer can choose for money that the order did not take. Works without scripts. */
export function MoneyDecision({ page }: { page: PayPage }) {
  const { decision, askedCents, session } = page;
  if (!decision || askedCents > 0) return null;
  const { choices, chosen, canRebook } = decision;
  const rebookPath = canRebook && session ? `${session.path}#move` : undefined;
  const open = choices.filter(
    (choice) => choice !== chosen?.choice && !(rebookPath && choice === 'another-time'),
  );
  return (
    <section
      id="chosen"
      aria-label="Your money"
      className="grid scroll-mt-[calc(var(--header-height)+1.5rem)] gap-5 rounded-sm border border-gold-soft bg-surface p-5 sm:p-8"
    >
      <h2 className="text-heading">{chosen ? 'What you chose' : 'What would you like?'}</h2>
      {chosen && (
        <p role="status" className="border-l-2 border-gold-soft pl-4">
          {chosenWords[chosen.choice][0]}
          <PayTime at={chosen.at} zone={session?.timeZone} />
          {chosenWords[chosen.choice][1]}
        </p>
      )}
      {(rebookPath || open.length > 0) && (
        <form method="post" className="flex flex-wrap gap-4">
          <input type="hidden" name="intent" value="choose" />
          {rebookPath && (
            <ButtonLink
              to={rebookPath}
              variant={chosen ? 'secondary' : 'primary'}
              className="max-sm:w-full"
            >
              Choose another time
            </ButtonLink>
          )}
          {open.map((choice, at) => (
            <Button
              key={choice}
              type="submit"
              name="choice"
              value={choice}
              variant={!chosen && !rebookPath && at === 0 ? 'primary' : 'secondary'}
              className="max-sm:w-full"
            >
              {actions[choice]}
            </Button>
          ))}
        </form>
      )}
    </section>
  );
}
