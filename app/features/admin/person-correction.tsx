import { useQueryClient } from '@tanstack/react-query';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { correctionForm, type PersonSearch } from '#domain/person.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { FormErrors, TextInput } from '../forms/form-fields.tsx';
import { noAnswer, readProblem } from '../forms/problem.ts';
import { useSentForm } from '../forms/use-schema-form.ts';
import type { Person } from './use-person.ts';

interface PersonCorrectionProps {
  person: Person;
  search: PersonSearch;
  onSearch: (search: PersonSearch) => void;
  onLeave: () => void;
}

/** Corrects a name, an email or a phone number in all records of a person. */
export function PersonCorrection({ person, search, onSearch, onLeave }: PersonCorrectionProps) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { form, fields, isSending } = useSentForm({
    id: 'correct-person',
    schema: correctionForm,
    async send(values) {
      const json = { ...search, ...values, stamp: person.stamp };
      const answer = await api.people.correction.$post({ json }).catch(() => undefined);
      if (!answer) return noAnswer;
      if (!answer.ok) {
        // Shows what has changed and keeps the typed values.
        if (answer.status === 409) void queryClient.invalidateQueries({ queryKey: ['people'] });
        return readProblem(answer);
      }
      toast.success('Person corrected', { description: 'In all their records.' });
      onLeave();
      // The old address may no longer find them.
      if (values.email) onSearch({ text: values.email, with: [] });
      await queryClient.invalidateQueries();
      return undefined;
    },
  });
  return (
    <form
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      aria-label="Correct this person"
      className="grid gap-5 border-t border-hairline pt-5"
    >
      <FormErrors id={form.errorId} errors={form.errors} />
      <p className="max-w-prose text-sm text-muted">
        Empty fields stay unchanged. Emails that are still waiting go to the new address.
      </p>
      <div className="grid gap-5 md:grid-cols-3">
        <TextInput field={fields.name} label="Name" isOptional />
        <TextInput field={fields.email} type="email" label="Email" isOptional />
        <TextInput
          field={fields.phone}
          type="tel"
          label="Phone"
          isOptional
          hint="In messages and inquiries."
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton isSending={isSending}>{isSending ? 'Correcting...' : 'Correct'}</SubmitButton>
        <Button variant="secondary" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
