import type { BrowserQuestion } from '#features/library/rules/library-page.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Link, textLink } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';

const labels = {
  'email-or-phone': 'Email address or phone number',
  email: 'Email address',
  phone: 'Phone number',
};

interface QuestionViewProps {
  question: BrowserQuestion;
  /** The error of the last answer. */
  problem: string | undefined;
  /** Whether the browser has answered but did not keep the cookie. */
  lacksCookie: boolean;
}

/** Asks a browser that opens the library after another one. Shows nothing of the library. */
export function QuestionView({ question, problem, lacksCookie }: QuestionViewProps) {
  return (
    <>
      <PageHeader
        eyebrow="Your library"
        title="Is this you?"
        introduction={
          <p>
            This library was opened in another browser.{' '}
            {question === 'nothing-known'
              ? 'Your mentor has no email address or phone number of yours, so it can’t be opened here.'
              : 'To open it in this one, confirm your purchase. We ask you once in each browser.'}
          </p>
        }
      />
      <div className="container-site pb-(--section)">
        {question === 'nothing-known' ? (
          <p>
            <Link to="/contact" className={textLink}>
              Write to us
            </Link>{' '}
            to add one.
          </p>
        ) : (
          <form method="post" className="grid max-w-xl gap-5">
            {lacksCookie && (
              <p role="alert" className="font-medium text-danger">
                Your answer is right, but this browser doesn’t keep cookies. Allow cookies for this
                site and answer again.
              </p>
            )}
            <input type="hidden" name="intent" value="answer" />
            <TextField
              id="answer"
              name="answer"
              label={labels[question]}
              hint="The one that you gave when you bought the course."
              autoComplete={question === 'phone' ? 'tel' : 'email'}
              required
              maxLength={254}
              errors={problem === undefined ? undefined : [problem]}
            />
            <Button type="submit" className="justify-self-start max-sm:w-full">
              Open my library
            </Button>
          </form>
        )}
      </div>
    </>
  );
}
