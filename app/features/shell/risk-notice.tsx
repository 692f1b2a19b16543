import { useFacts } from './facts.ts';

/** The mentor's warning, beside what has a price. */
export const RiskNotice = () => (
  <p className="container-site -mt-[calc(var(--section)/2)] pb-(--section) text-sm text-muted">
    {useFacts().riskNotice}
  </p>
);
