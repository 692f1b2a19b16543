import type { FormNoticeFacts } from '#rules/form-notice.ts';
import { Link, textLink } from '#ui/link.tsx';

interface FormNoticeProps extends FormNoticeFacts {
  fields: Record<'privacy_version' | 'agreed_to', { name: string; initialValue?: unknown }>;
}

/** How the data is used, and the marketing opt-in. */
export const FormNotice = ({ version, line, offer, fields }: FormNoticeProps) => (
  <div className="grid gap-3 text-sm text-muted">
    {offer && (
      <label className="flex min-h-11 items-center gap-3 text-ink">
        <input
          type="checkbox"
          name={fields.agreed_to.name}
          value={offer}
          defaultChecked={fields.agreed_to.initialValue === offer}
          className="size-5 shrink-0 accent-gold-fill-to"
        />
        {offer}
      </label>
    )}
    <p>
      {line}{' '}
      <Link to="/privacy" className={textLink}>
        Privacy Policy
      </Link>
    </p>
    <input type="hidden" name={fields.privacy_version.name} value={version} />
  </div>
);
