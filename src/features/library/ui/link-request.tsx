import { Honeypot } from '#features/forms/ui/index.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { PageHeader } from '#ui/page-header.tsx';

interface LinkRequestProps {
  /** Whether the form was sent. */
  isSent: boolean;
  /** False while no mail server is set up. */
  sendsMail: boolean;
  typed: string | undefined;
  problem: string | undefined;
}

/** Sends the link to a library again. */
export function LinkRequest({ isSent, sendsMail, typed, problem }: LinkRequestProps) {
  if (!sendsMail)
    return (
      <PageHeader
        eyebrow="Your library"
        title="Write to us"
        introduction="This site sends no emails yet, so we can’t send you your link. Write to us instead, and we send it to you."
      >
        <ButtonLink to="/contact" className="justify-self-start">
          Contact us
        </ButtonLink>
      </PageHeader>
    );
  if (isSent)
    return (
      <PageHeader
        eyebrow="Your library"
        title="Check your email"
        introduction={
          <p role="status">
            If this is the email address of a purchase, we’ve sent the link to it. If nothing
            arrives, write to us.
          </p>
        }
      >
        <ButtonLink to="/contact" variant="secondary" className="justify-self-start">
          Contact us
        </ButtonLink>
      </PageHeader>
    );
  return (
    <>
      <PageHeader
        eyebrow="Your library"
        title="Get your link again"
        introduction="Your courses open with a link that only you have. Enter the email address of your purchase, and we send it to you."
      />
      <div className="container-site pb-(--section)">
        <form method="post" noValidate className="grid max-w-xl gap-5">
          <TextField
            id="library-email"
            name="email"
            type="email"
            label="Email Address"
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={typed}
            errors={problem === undefined ? undefined : [problem]}
          />
          <Honeypot />
          <Button type="submit" className="justify-self-start max-sm:w-full">
            Send my link
          </Button>
        </form>
      </div>
    </>
  );
}
