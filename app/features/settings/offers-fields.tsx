import { percentOff } from '#domain/sale.ts';
import { offeringIcons, planTargets, sessionIcons } from '#domain/settings/offers.ts';
import { Checkbox, Choice, Group, Line, Text } from './fields.tsx';
import { iconLabels, planTargetLabels } from './labels.ts';
import { ListField } from './list-fields.tsx';
import { SaleField } from './sale-field.tsx';
import type { SectionFields } from './section-fields.ts';
import { TextListField } from './text-list-field.tsx';

const choicesOf = <Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
) => values.map((value) => [value, labels[value]] as const);

/** The pages that a card of the home page can lead to. */
const pages = [
  ['/services', 'Services'],
  ['/mentorship', 'Mentorship'],
  ['/community', 'Community'],
  ['/education', 'Education'],
  ['/videos', 'Video Insights'],
  ['/freebies', 'Freebies'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
] as const;

const startChoices = [
  ['60', 'On the hour'],
  ['30', 'Every 30 minutes'],
  ['15', 'Every 15 minutes'],
] as const;

/** What the mentor sells. */
export function OffersFields({ fields }: SectionFields<'offers'>) {
  return (
    <>
      <Group
        title="Sale"
        about="While it runs, plans with a price in the sale show it beside the crossed-out one, with a countdown."
      >
        <SaleField field={fields.sale} />
      </Group>
      <Group
        title="Plans"
        about="The three cards on the services page, in this order. Prices are shown as you write them."
      >
        <ListField
          field={fields.plans}
          items={fields.plans.getFieldList()}
          noun="plan"
          least={3}
          most={3}
          blank={{}}
          nameOf={(item) => item.value?.title}
          summary={(item) =>
            [item.value?.originalPrice, item.value?.salePrice]
              .filter(Boolean)
              .join(', in the sale ')
          }
        >
          {(item) => {
            const plan = item.getFieldset();
            return (
              <>
                <Line field={plan.title} />
                <div className="grid gap-5 sm:grid-cols-2">
                  <Line field={plan.originalPrice} placeholder="R1500" />
                  <Line field={plan.priceDescription} placeholder="one-time payment" />
                  <Line
                    field={plan.salePrice}
                    isOptional
                    hint="Leave it empty, and the plan takes no part in the sale."
                  />
                  <Line
                    field={plan.discountLabel}
                    isOptional
                    placeholder="50% OFF"
                    hint={describeDiscount(item.value)}
                  />
                </div>
                <Text field={plan.description} />
                <TextListField field={plan.features} noun="feature" least={1} most={12} />
                <div className="grid gap-5 sm:grid-cols-2">
                  <Line field={plan.callToAction} />
                  <Choice field={plan.leadsTo} choices={choicesOf(planTargets, planTargetLabels)} />
                </div>
                <Checkbox field={plan.isFeatured} hint="With a golden frame." />
              </>
            );
          }}
        </ListField>
      </Group>
      <Group
        title="Kinds of sessions"
        about="What can be booked, in this order: on the mentorship page and in its form."
      >
        <ListField
          field={fields.mentorshipOptions}
          items={fields.mentorshipOptions.getFieldList()}
          noun="session"
          least={1}
          most={9}
          blank={{ icon: 'session', minutes: 60, gridMinutes: 60, gapMinutes: 0 }}
          nameOf={(item) => item.value?.title}
          summary={(item) => [item.value?.price, item.value?.length].filter(Boolean).join(', ')}
        >
          {(item) => {
            const option = item.getFieldset();
            return (
              <>
                <Line field={option.title} />
                <div className="grid gap-5 sm:grid-cols-2">
                  <Line field={option.price} placeholder="R1000" />
                  <Choice field={option.icon} choices={choicesOf(sessionIcons, iconLabels)} />
                  <Line
                    field={option.minutes}
                    inputMode="numeric"
                    hint="Offered only where the whole session fits."
                  />
                  <Line field={option.length} isOptional placeholder="1 hour" />
                  <Choice field={option.gridMinutes} choices={startChoices} />
                  <Line
                    field={option.gapMinutes}
                    inputMode="numeric"
                    hint="Kept free before the next session."
                  />
                  <Line
                    field={option.leastNoticeHours}
                    inputMode="numeric"
                    isOptional
                    hint="Leave empty to use your booking rules."
                  />
                  <Line
                    field={option.bookableDays}
                    inputMode="numeric"
                    isOptional
                    hint="Leave empty to use your booking rules."
                  />
                </div>
                <Text field={option.description} />
              </>
            );
          }}
        </ListField>
      </Group>
      <Group title="Cards on the home page" about="The four ways to learn, in this order.">
        <ListField
          field={fields.serviceOfferings}
          items={fields.serviceOfferings.getFieldList()}
          noun="card"
          least={4}
          most={4}
          blank={{}}
          nameOf={(item) => item.value?.title}
          summary={(item) => item.value?.description}
        >
          {(item) => {
            const card = item.getFieldset();
            return (
              <>
                <Line field={card.title} />
                <Text field={card.description} />
                <div className="grid gap-5 sm:grid-cols-2">
                  <Choice field={card.icon} choices={choicesOf(offeringIcons, iconLabels)} />
                  <Choice field={card.href} choices={withOwn(pages, card.href.initialValue)} />
                </div>
              </>
            );
          }}
        </ListField>
      </Group>
    </>
  );
}

/** One that somebody has chosen by another way stays among the choices. */
const withOwn = (choices: typeof pages, own: string | undefined) =>
  own === undefined || choices.some(([value]) => value === own)
    ? choices
    : [...choices, [own, own] as const];

/** What the two prices come to: a badge is not changed with them. */
function describeDiscount(
  plan: Partial<Record<'originalPrice' | 'salePrice', string | undefined>> = {},
) {
  const { originalPrice = '', salePrice = '' } = plan;
  const percent = percentOff(originalPrice, salePrice);
  return percent && `From ${originalPrice} to ${salePrice} is ${percent}% off.`;
}
