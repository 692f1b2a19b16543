import { useQueryClient } from '@tanstack/react-query';
import { useAdminSession } from '#features/admin-ui/ui/index.ts';
import {
  FormErrors,
  noAnswer,
  readProblem,
  TextInput,
  useSentForm,
} from '#features/forms/ui/index.ts';
import { correctionForm, type PersonSearch } from '#features/people/rules/person.ts';
import { Button, SubmitButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { Person } from './use-person.ts';

export interface FoundPersonProps {
  search: PersonSearch;
  onSearch: (search: PersonSearch) => void;
  onClose: () => void;
}

export interface PersonProps extends FoundPersonProps {
  person: Person;
}

interface PersonCorrectionProps extends PersonProps {
  onLeave: () => void;
}

/** Corrects a name, an email or a phone number in all of a person's records. */
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
      // After a conflict this shows what has changed, and keeps the typed values.
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      if (!answer.ok) return readProblem(answer);
      toast.success('Person corrected', { description: 'In all their records.' });
      onLeave();
      // The search by the old address may no longer find them.
      if (values.email) onSearch({ text: values.email, with: [] });
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
        Empty fields stay unchanged. Pending emails go to the new address.
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
