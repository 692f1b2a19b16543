import { Checkbox, Group, Line, Text } from './fields.tsx';
import type { SectionFields } from './section-fields.ts';

/** What the law asks a site to say, and how long what it keeps is kept. */
export function LegalFields({ fields }: SectionFields<'legal'>) {
  const retention = fields.retention.getFieldset();
  const marketing = fields.marketing.getFieldset();
  const span = (field: typeof retention.leadMonths, hint: string) => (
    <Line field={field} inputMode="numeric" hint={hint} />
  );
  return (
    <>
      <Group
        title="Privacy Policy and Terms of Service"
        about="Both pages begin with what the site knows of itself: what each form stores, who sees it, which mails go out and how long all of it is kept, as set below. Your own words stand at their end. Put your particulars in the place of everything in [brackets]: on the internet nobody sees a paragraph in which one is left. Whatever you save here is a new version, in force from that day on."
      >
        <Text
          field={fields.privacy}
          isOptional
          className="min-h-72!"
          hint="Who runs the site, and who else gets to see what is kept. A blank line begins a new paragraph."
        />
        <Text
          field={fields.terms}
          isOptional
          className="min-h-72!"
          hint="How one pays and withdraws, and which law applies. A lawyer should read it once."
        />
      </Group>
      <Group title="Risk notice" about="At the foot of every page and beside prices.">
        <Text
          field={fields.riskNotice}
          hint="That what you teach is education and no financial advice. Keep it short: every page carries it."
        />
      </Group>
      <Group
        title="How long it is kept"
        about="Every night what is older is deleted for good. The privacy policy says the same numbers. What is shortened here is gone after the next night."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          {span(retention.leadMonths, 'After they came.')}
          {span(retention.bookingMonths, 'After their time.')}
          {span(retention.mailMonths, 'To whom which one went out, and captured mails.')}
          {span(retention.activityMonths, 'Who signed in, and what was tried.')}
          {span(retention.trashDays, 'So long what you delete can be restored.')}
          {span(retention.logDays, 'It names nobody. Only where the site runs its own database.')}
          {span(
            retention.backupMonths,
            'At most, whatever else is set for backups. They still hold what was deleted since.',
          )}
        </div>
      </Group>
      <Group
        title="A box beside the forms"
        about="Only if you want to write to visitors about more than they asked for. The box is never ticked beforehand. Who ticked it is shown beside their message or booking, with the words and the version of the privacy policy."
      >
        <Checkbox field={marketing.isOffered} />
        <Line field={marketing.words} />
      </Group>
    </>
  );
}
