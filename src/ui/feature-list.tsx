import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';

/** The features of an offer. */
export const FeatureList = ({
  features,
  className,
}: {
  features: readonly string[];
  className: string;
}) => (
  <ul className={classNames('grid content-start gap-3 border-t border-hairline pt-7', className)}>
    {features.map((feature) => (
      <li key={feature} className="flex gap-3">
        <Check className="mt-1 size-4 shrink-0 text-gold" strokeWidth={2} />
        {feature}
      </li>
    ))}
  </ul>
);
