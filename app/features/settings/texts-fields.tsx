import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { textLink } from '#app/ui/link.tsx';
import type { MailPreview as MailPreviewOf, MailWords } from '#domain/settings/mail-words.ts';
import {
  answerPlaceholders,
  mailPlaceholders,
  replyPlaceholders,
} from '#domain/settings/mail-words.ts';
import type { ItemsSection } from '#domain/settings/texts.ts';
import { Checkbox, Group, Line, Text } from './fields.tsx';
import { ListField } from './list-fields.tsx';
import { MailPreview } from './mail-preview.tsx';
import { useLabels } from './section-context.tsx';
import type { SectionFields } from './section-fields.ts';
import { TextListField } from './text-list-field.tsx';

/** The words of the pages and mails, and quick replies. */
export function TextsFields({ fields }: SectionFields<'texts'>) {
  const labelOf = useLabels();
  const home = fields.home.getFieldset();
  const services = fields.services.getFieldset();
  const about = fields.about.getFieldset();
  const founder = about.founder.getFieldset();
  const headings = fields.headings.getFieldset();
  const mails = fields.mails.getFieldset();
  const received = mails.received.getFieldset();
  const method = home.about.getFieldset();
  return (
    <>
      <nav aria-label="Parts of this page" className="flex flex-wrap gap-x-6 gap-y-1">
        {[
          fields.home,
          fields.services,
          fields.about,
          fields.headings,
          fields.mails,
          fields.replies,
        ].map(({ id, name }) => (
          <a key={id} href={`#${id}`} className={`${textLink} py-1.5`}>
            {labelOf(name)}
          </a>
        ))}
      </nav>
      <Group
        id={fields.home.id}
        title={labelOf(fields.home.name)}
        about="Its headline and second line are under Site; the cards under Offers."
      >
        <Line field={home.promise} isOptional hint="Below the buttons of the first screen." />
        <Part title={labelOf(home.about.name)}>
          <Line field={method.eyebrow} />
          <Line field={method.title} />
          <TextListField field={method.paragraphs} noun="paragraph" least={1} most={8} isLong />
        </Part>
        <HeadingPart
          title={labelOf(home.testimonials.name)}
          heading={home.testimonials.getFieldset()}
        />
        <HeadingPart title={labelOf(home.services.name)} heading={home.services.getFieldset()} />
        <ItemsPart field={home.steps} noun="step" />
        <ItemsPart field={home.questions} noun="question" />
      </Group>
      <Group
        id={fields.services.id}
        title={labelOf(fields.services.name)}
        about="Sections below the plans. Each is shown once you add something to it."
      >
        <ItemsPart field={services.inside} noun="part" />
        <ItemsPart field={services.payment} noun="question" />
      </Group>
      <Group id={fields.about.id} title={labelOf(fields.about.name)}>
        <Line field={about.title} />
        <Text field={about.introduction} />
        <TextListField field={about.story} noun="paragraph" least={1} most={12} isLong />
        <Part title={labelOf(about.founder.name)}>
          <Line
            field={founder.name}
            isOptional
            hint="Beside your picture, on the home page too. Leave it empty to show none."
          />
          <Line field={founder.title} />
          <Text field={founder.text} />
        </Part>
        <TitledTexts field={about.aims} items={about.aims.getFieldList()} noun="text" most={6} />
        <TitledTexts
          field={about.values}
          items={about.values.getFieldList()}
          noun="value"
          most={9}
        />
      </Group>
      <Group
        id={fields.headings.id}
        title={labelOf(fields.headings.name)}
        about="What stands at the top of each page."
      >
        {pages.map((page) => {
          const heading = headings[page].getFieldset();
          return (
            <HeadingPart
              key={page}
              title={labelOf(headings[page].name)}
              heading={heading}
              introduction={heading.introduction}
            />
          );
        })}
      </Group>
      <Group
        id={fields.mails.id}
        title={labelOf(fields.mails.name)}
        about="Emails your clients receive. Session details and links are added automatically."
      >
        <Part title={labelOf(mails.received.name)}>
          <Checkbox
            field={received.isSent}
            hint="Sent once for each message or inquiry. It never repeats what the person wrote."
          />
          <Placeholders known={answerPlaceholders} />
          <Line field={received.subject} />
          <Text field={received.text} className="min-h-32!" />
        </Part>
        <Placeholders known={mailPlaceholders} />
        <MailPart field={mails.confirmation} mail="confirmation" />
        <MailPart field={mails.reminder} mail="reminder" />
      </Group>
      <Group
        id={fields.replies.id}
        title={labelOf(fields.replies.name)}
        about="Choose one on a lead to open your mail app or WhatsApp with the text filled in."
      >
        <Placeholders known={replyPlaceholders} />
        <TitledTexts
          field={fields.replies}
          items={fields.replies.getFieldList()}
          noun="answer"
          least={0}
          most={12}
        />
      </Group>
    </>
  );
}

const pages = [
  'services',
  'mentorship',
  'community',
  'education',
  'videos',
  'freebies',
  'contact',
] as const;

/** A part of a group, with a title of its own. */
const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0 border-t border-hairline pt-5">
    <legend className="float-left w-full pb-4 font-semibold">{title}</legend>
    <div className="clear-left grid gap-5">{children}</div>
  </fieldset>
);

interface HeadingPartProps {
  title: string;
  heading: Record<'eyebrow' | 'title', FieldMetadata<string>>;
  introduction?: FieldMetadata<string>;
  children?: ReactNode;
}

/** How a page, or a part of one, begins. */
const HeadingPart = ({ title, heading, introduction, children }: HeadingPartProps) => (
  <Part title={title}>
    <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <Line field={heading.eyebrow} />
      <Line field={heading.title} />
    </div>
    {introduction && <Text field={introduction} />}
    {children}
  </Part>
);

/** A section of a page, and what it lists. */
function ItemsPart({ field, noun }: { field: FieldMetadata<ItemsSection>; noun: string }) {
  const labelOf = useLabels();
  // A proxy: it cannot be spread.
  const section = field.getFieldset();
  const { items } = section;
  return (
    <HeadingPart title={labelOf(field.name)} heading={section}>
      <TitledTexts field={items} items={items.getFieldList()} noun={noun} least={0} most={12} />
    </HeadingPart>
  );
}

interface TitledTextsProps {
  field: FieldMetadata<unknown>;
  items: FieldMetadata<{ title: string; text: string }>[];
  noun: string;
  least?: number;
  most: number;
}

function TitledTexts({ field, items, noun, least = 1, most }: TitledTextsProps) {
  const labelOf = useLabels();
  return (
    <Part title={labelOf(field.name)}>
      <ListField
        {...{ field, items, noun, least, most }}
        blank={{}}
        nameOf={(item) => item.value?.title}
        summary={(item) => item.value?.text}
      >
        {(item) => {
          const { title, text } = item.getFieldset();
          return (
            <>
              <Line field={title} />
              <Text field={text} />
            </>
          );
        }}
      </ListField>
    </Part>
  );
}

/** What can be filled into the words of a mail. */
const Placeholders = ({ known }: { known: Readonly<Record<string, string>> }) => (
  <div className="rounded-sm border border-hairline bg-ground px-4 py-3 text-sm">
    <p>Placeholders you can use:</p>
    <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
      {Object.entries(known).map(([name, meaning]) => (
        <div key={name} className="contents">
          <dt className="font-mono font-semibold text-gold">{`{${name}}`}</dt>
          <dd className="text-muted max-sm:mb-1.5">{meaning}</dd>
        </div>
      ))}
    </dl>
  </div>
);

interface MailPartProps {
  field: FieldMetadata<MailWords>;
  mail: MailPreviewOf['mail'];
}

/** The words of one mail, and a look at it before they are saved. */
function MailPart({ field, mail }: MailPartProps) {
  const labelOf = useLabels();
  const words = field.getFieldset();
  return (
    <Part title={labelOf(field.name)}>
      <Line field={words.subject} />
      <Line field={words.heading} hint="Above the kind of session." />
      <Text field={words.introduction} />
      <Text field={words.closing} isOptional hint="Below the facts of the session." />
      <MailPreview mail={mail} title={labelOf(field.name)} words={field.value} />
    </Part>
  );
}
