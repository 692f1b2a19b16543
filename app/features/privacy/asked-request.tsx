import { Captcha } from '../captcha/captcha.tsx';
import { PersonRequestForm } from './person-request-form.tsx';

/** What was sent to the page and not taken, and why, by the names of the fields. */
export interface RefusedRequest {
  typed: Partial<Record<string, string>>;
  errors: Partial<Record<string, string[] | null>>;
}

/** The form as a page of its own, with what was typed and what is wrong with it. */
export const AskedRequest = ({ typed, errors }: RefusedRequest) => (
  <>
    <h1 className="mt-5 mb-8 text-title">Your data</h1>
    {errors[''] && (
      <p
        role="alert"
        className="mb-8 rounded-sm border border-danger bg-danger-wash px-4 py-3 font-medium text-danger"
      >
        {errors[''].join(' ')}
      </p>
    )}
    <PersonRequestForm booking={typed.booking} sent={typed} errors={errors}>
      <Captcha renewKey={errors} />
    </PersonRequestForm>
  </>
);
