import { useRouteLoaderData } from 'react-router';
import { noticeKinds } from '#domain/settings/site.ts';
import { Checkbox, Group, Line, Text } from './fields.tsx';
import { ListField } from './list-fields.tsx';
import type { SectionFields } from './section-fields.ts';
import { TextListField } from './text-list-field.tsx';

/** Who runs the site, and how to reach them. */
export function SiteFields({ fields }: SectionFields<'site'>) {
  const notices = fields.notices.getFieldset();
  const mailTo = useRouteLoaderData<{ mailTo: string | null }>('routes/settings-layout')?.mailTo;
  return (
    <>
      <Group title="Your site">
        <Line
          field={fields.name}
          hint="At the foot of every page, in the browser’s tab and in every mail."
        />
        <Line field={fields.tagline} hint="The large words on the home page." />
        <Line field={fields.subtitle} hint="Below the headline." />
        <Text
          field={fields.description}
          hint="What search engines show, and what stands beside a shared link. Up to 200 characters."
        />
      </Group>
      <Group title="How people reach you" about="On the contact page.">
        <div className="grid gap-5 sm:grid-cols-2">
          <Line
            field={fields.email}
            type="email"
            autoComplete="email"
            hint={
              mailTo
                ? `Visitors see this address. Notices go to ${mailTo}, because MAIL_TO is set on the server.`
                : 'Visitors see this address, and notices go to it.'
            }
          />
          <Line
            field={fields.phone}
            type="tel"
            autoComplete="tel"
            hint="For WhatsApp: begins with + and your country’s code."
          />
        </div>
      </Group>
      <Group
        title="Emails to you"
        about="What you get an email about. Changes you make yourself are not emailed to you."
      >
        <div className="grid gap-x-5 sm:grid-cols-2">
          {noticeKinds.map((kind) => (
            <Checkbox key={kind} field={notices[kind]} />
          ))}
        </div>
      </Group>
      <Group title="Social links" about="On the contact page, in this order.">
        <ListField
          field={fields.socialLinks}
          items={fields.socialLinks.getFieldList()}
          noun="link"
          most={12}
          blank={{ network: '', href: '' }}
          nameOf={(item) => item.value?.network}
          summary={(item) => item.value?.href}
        >
          {(item) => {
            const { network, href } = item.getFieldset();
            return (
              <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
                <Line field={network} placeholder="Instagram" />
                <Line field={href} inputMode="url" placeholder="https://" />
              </div>
            );
          }}
        </ListField>
      </Group>
      <Group title="Free groups" about="The cards on the community page, in this order.">
        <ListField
          field={fields.communityGroups}
          items={fields.communityGroups.getFieldList()}
          noun="group"
          most={9}
          blank={{ title: '', href: '', action: '', description: '', benefits: [''] }}
          nameOf={(item) => item.value?.title}
          summary={(item) => item.value?.href}
        >
          {(item) => {
            const group = item.getFieldset();
            return (
              <>
                <Line field={group.title} />
                <Line field={group.href} inputMode="url" placeholder="https://" />
                <Line field={group.action} placeholder="Join the group" />
                <Text field={group.description} />
                <TextListField field={group.benefits} noun="benefit" least={1} most={8} />
              </>
            );
          }}
        </ListField>
      </Group>
    </>
  );
}
