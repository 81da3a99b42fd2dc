import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { passwordLength } from '#contract/identity.ts';
import { paths } from '#contract/page-paths.ts';
import { uploadImage } from '../../api/upload-image.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PictureField, type Upload } from '../../ui/PictureField.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Form } from './Form.tsx';
import { useFormAction } from './form-action.ts';
import { pictureTypes, registerForm } from './forms.ts';
import { GoogleButton } from './GoogleButton.tsx';
import { OtherForm } from './OtherForm.tsx';
import { useRedirectAfterSignIn } from './redirect-after-sign-in.ts';
import { registrar } from './registration.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { signInWithGoogle } from './sign-in.ts';
import { useSignInDeps } from './sign-in-deps.ts';
import { useSecondStep } from './use-second-step.tsx';

/** Registers buyers and sellers and signs them in. */
export function RegisterPage() {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(registerForm),
    mode: 'onTouched',
  });
  const { errors } = formState;
  const picture = useController({ control, name: 'picture' });
  const [upload, setUpload] = useState<Upload>();
  const [registerPerson] = useState(registrar);
  const byPassword = useFormAction();
  const byGoogle = useFormAction();
  const loadDeps = useSignInDeps();
  const secondStep = useSecondStep();
  useRedirectAfterSignIn();

  /** Uploads the picture; its field shows the progress and offers to cancel. */
  async function send(file: File): Promise<string> {
    const uploadAborter = new AbortController();
    const show = (share: number) => setUpload({ share, onCancel: () => uploadAborter.abort() });
    show(0);
    const { signal } = uploadAborter;
    return uploadImage(file, { onProgress: show, signal }).finally(() => setUpload(undefined));
  }

  const submit = handleSubmit((registration) =>
    byPassword.run(async () => {
      await registerPerson(await loadDeps(), registration, send);
      toast.success(`Welcome to Reprise, ${registration.name}. We have sent you a mail.`);
    }),
  );
  if (secondStep.page) return secondStep.page;
  return (
    <SessionFrame
      lead={<OtherForm name="Login" question="Already have an account?" to={paths.login()} />}
      title="Register"
    >
      <Form actions={[byPassword, byGoogle]} onSubmit={submit}>
        <TextField
          {...register('name')}
          autoComplete="name"
          error={errors.name?.message}
          label="Name"
        />
        <TextField
          {...register('email')}
          autoCapitalize="none"
          autoComplete="email"
          error={errors.email?.message}
          inputMode="email"
          label="Email"
          type="email"
        />
        <PasswordField
          {...register('password')}
          autoComplete="new-password"
          error={errors.password?.message}
          hint={`At least ${passwordLength.min} characters`}
          label="Password"
        />
        <PictureField
          accept={pictureTypes.join(',')}
          error={errors.picture?.message}
          label="Profile picture"
          name={picture.field.name}
          onBlur={picture.field.onBlur}
          onChange={picture.field.onChange}
          picture={picture.field.value}
          ref={picture.field.ref}
          upload={upload}
        />
        <RadioField
          {...register('role')}
          choices={[
            { value: 'buyer', label: 'Buyer' },
            { value: 'seller', label: 'Seller' },
          ]}
          defaultValue="buyer"
          error={errors.role?.message}
          label="I am a"
        />
        <Button busyLabel="Registering" isBusy={byPassword.isBusy} type="submit" variant="primary">
          Register
        </Button>
      </Form>
      <GoogleButton
        isBusy={byGoogle.isBusy}
        note="Google makes a buyer account, whatever is chosen above. You can become a seller afterwards."
        onPress={() => {
          byPassword.forget();
          void byGoogle.run(async () => secondStep.signIn(signInWithGoogle(await loadDeps())));
        }}
      />
    </SessionFrame>
  );
}
