import { useFacts } from './facts.ts';

/** The mentor's warning, beside what has a price. */
export const RiskNotice = () => <p className="mt-6 text-sm text-muted">{useFacts().riskNotice}</p>;
