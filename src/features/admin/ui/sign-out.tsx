import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { Form, useSubmit } from 'react-router';
import { useAdminSession } from '#features/admin-ui/ui/index.ts';
import { menuItemClass } from '#ui/menu.tsx';

/** Ends the session. Running requests are cancelled first, as they would be rejected. */
export function SignOut() {
  const submit = useSubmit();
  const { leave } = useAdminSession();
  const queryClient = useQueryClient();
  return (
    <Form
      method="post"
      action="/admin"
      onSubmit={async (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        leave();
        await queryClient.cancelQueries();
        await submit(form);
      }}
    >
      <button type="submit" className={menuItemClass}>
        <LogOut className="size-4.5 text-gold" />
        Sign Out
      </button>
    </Form>
  );
}
