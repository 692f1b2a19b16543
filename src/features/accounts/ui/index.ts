export { ActionForm, type ActionFormProps, clientAction } from './account-form.tsx';
export { PasskeyButton } from './passkeys.tsx';
export { codeField, SecondStep } from './second-step.tsx';
export { SignInLayout } from './sign-in-layout.tsx';
