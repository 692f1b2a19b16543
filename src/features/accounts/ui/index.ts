export { ActionForm, type ActionFormProps, clientAction } from './account-form.tsx';
export { AccountEntry, AccountSection } from './account-layout.tsx';
export { Devices } from './devices.tsx';
export { Identities } from './identities.tsx';
export { PasskeyButton } from './passkeys.tsx';
export { PasswordChange } from './password-forms.tsx';
export { codeOf, messageOf, pauseBeforeRetry, statusOf } from './query-client.ts';
export { refetchChanged } from './refetch-changed.ts';
export { SecondFactors } from './second-factors.tsx';
export { codeField, SecondStep } from './second-step.tsx';
export {
  type AdminApi,
  type AdminSession,
  SessionGuard,
  useAdminSession,
} from './session-guard.tsx';
export { SignInLayout } from './sign-in-layout.tsx';
