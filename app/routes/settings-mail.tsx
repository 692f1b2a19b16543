import { MailSettings } from '#app/features/settings/mail-fields.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import type { Route } from './+types/settings-mail';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Settings', isIndexed: false });

/** How the site sends email. */
export default MailSettings;
