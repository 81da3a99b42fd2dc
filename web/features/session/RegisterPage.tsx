import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from 'react-hot-toast/headless';
import { useLocation } from 'react-router';
import { passwordLength } from '#contract/identity/identity.ts';
import { isolate } from '#contract/isolate.ts';
import { paths } from '#contract/page-paths.ts';
import { plural, t } from '#contract/text.ts';
import { NetworkFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { currentShop } from '../../ui/current-shop.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { PictureField, type Upload } from '../pictures/PictureField.tsx';
import { pictureTypes } from '../pictures/picture-kinds.ts';
import { ActionForm } from './ActionForm.tsx';
import { useFormAction } from './form-action.ts';
import { GoogleButton } from './GoogleButton.tsx';
import { LoginReason } from './LoginReason.tsx';
import { OtherForm } from './OtherForm.tsx';
import { useRedirectAfterSignIn } from './redirect-after-sign-in.ts';
import type { Registrar } from './registration.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { useGoogleSignIn, useSignInDeps } from './sign-in-deps.ts';
import { useCheckedForm } from './use-checked-form.ts';
import { useFirstInteraction } from './use-first-interaction.ts';
import { useSecondStep } from './use-second-step.tsx';

const loadSchema = async () => (await import('./forms.ts')).registerForm;

/** What sends the registration. */
async function loadSending() {
  const scripts = [import('./registration.ts'), import('../pictures/upload-image.ts')] as const;
  const [{ registrar }, { uploadImage }] = await Promise.all(scripts).catch((cause: unknown) => {
    throw new NetworkFailure(cause);
  });
  return { registrar, uploadImage };
}

const { min } = passwordLength;

/** 'Use my initials': draws them of the name in the form, and again when the name is another one when the form is sent. */
function useDrawnInitials({
  form,
  onDrawn,
  onNoName,
}: {
  form: RefObject<HTMLFormElement | null>;
  onDrawn: (picture: File) => void;
  onNoName: () => void;
}) {
  const drawnFor = useRef<string>(undefined);
  const drawing = useRef<Promise<unknown>>(undefined);
  const drawFor = async (name: string) => {
    const { drawInitials } = await import('../pictures/draw-initials.ts').catch(
      (cause: unknown) => {
        throw new NetworkFailure(cause);
      },
    );
    const file = await drawInitials(name);
    drawnFor.current = name;
    onDrawn(file);
    return file;
  };
  return {
    async draw() {
      const field = form.current?.elements.namedItem('name');
      const name = field instanceof HTMLInputElement ? field.value.trim() : '';
      if (name !== '') {
        drawing.current = drawFor(name).catch(({ message }: Error) => toast.error(message));
        await drawing.current;
        return;
      }
      onNoName();
      if (field instanceof HTMLInputElement) field.focus();
    },
    /** When those that were asked for are drawn. */
    finished: () => drawing.current,
    /** The picture to send. */
    current: ({ name, picture }: { name: string; picture: File }) =>
      drawnFor.current === undefined || drawnFor.current === name.trim()
        ? Promise.resolve(picture)
        : drawFor(name.trim()),
    forget() {
      drawnFor.current = undefined;
    },
  };
}

/** Whether the page about selling led here. */
function wantsToSell(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'role' in state && state.role === 'seller';
}

/** Registers buyers and sellers and signs them in. */
export function RegisterPage() {
  const { state } = useLocation();
  const [picture, setPicture] = useState<File>();
  const { errors, form, check, checkField } = useCheckedForm(loadSchema, { picture });
  const [upload, setUpload] = useState<Upload>();
  const registerPerson = useRef<Registrar>(undefined);
  const byPassword = useFormAction();
  const byGoogle = useFormAction();
  const loadDeps = useSignInDeps();
  const signInWithGoogle = useGoogleSignIn();
  const secondStep = useSecondStep();
  const drawn = useDrawnInitials({
    form: form.ref,
    // The form that waits for it is checked with it.
    onDrawn: (file) => flushSync(() => setPicture(file)),
    onNoName: () => checkField('name'),
  });
  useRedirectAfterSignIn();
  useFirstInteraction(() => {
    void loadSchema().catch(() => undefined);
    void loadDeps().catch(() => undefined);
    void loadSending().catch(() => undefined);
  });
  // It may have been chosen before this script had loaded.
  useEffect(() => {
    const input = form.ref.current?.elements.namedItem('picture');
    if (input instanceof HTMLInputElement) setPicture(input.files?.[0]);
  }, [form.ref]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture that is checked is the one of this rendering
  useEffect(() => {
    if (picture) checkField('picture');
  }, [picture]);

  /** Uploads the picture; its field shows the progress and offers to cancel. */
  async function send(file: File): Promise<string> {
    const uploadAborter = new AbortController();
    const show = (share: number) => setUpload({ share, onCancel: () => uploadAborter.abort() });
    show(0);
    const { signal } = uploadAborter;
    const { uploadImage } = await loadSending();
    return uploadImage(file, { onProgress: show, signal }).finally(() => setUpload(undefined));
  }

  const submit = () =>
    byPassword.run(async () => {
      await drawn.finished();
      const registration = await check();
      if (!registration) return;
      const { registrar } = await loadSending();
      registration.picture = await drawn.current(registration);
      // It knows what was done before a failure.
      registerPerson.current ??= registrar();
      await registerPerson.current(await loadDeps(), registration, send);
      const shop = currentShop().name;
      const name = isolate(registration.name);
      toast.success(t`Welcome to ${shop}, ${name}. We have sent you an email.`);
    });
  return (
    <SessionFrame
      instead={secondStep.page}
      lead={<OtherForm name={t`Login`} question={t`Already have an account?`} to={paths.login()} />}
      title={t`Register`}
    >
      <LoginReason isForNewUsers />
      <ActionForm {...form} actions={[byPassword, byGoogle]} onSubmit={submit}>
        <TextField autoComplete="name" error={errors.name} label={t`Name`} name="name" />
        <TextField
          autoCapitalize="none"
          autoComplete="email"
          error={errors.email}
          inputMode="email"
          label={t`Email`}
          name="email"
          type="email"
        />
        <PasswordField
          autoComplete="new-password"
          error={errors.password}
          hint={t`At least ${plural(min, { one: '# character', other: '# characters' })}`}
          label={t`Password`}
          name="password"
          showLabel={t`Show password`}
        />
        <PictureField
          accept={pictureTypes.join(',')}
          error={errors.picture}
          instead={
            <Button onClick={() => void drawn.draw()} size="small">
              {t`Use my initials`}
            </Button>
          }
          label={t`Profile picture`}
          name="picture"
          onChange={(file) => {
            drawn.forget();
            setPicture(file);
          }}
          picture={picture}
          upload={upload}
        />
        <RadioField
          choices={[
            { value: 'buyer', label: t`Buyer` },
            { value: 'seller', label: t`Seller` },
          ]}
          defaultValue={wantsToSell(state) ? 'seller' : 'buyer'}
          error={errors.role}
          hint={t`You can change this later. A seller can buy as well.`}
          label={t`I am a`}
          name="role"
        />
        <Button
          busyLabel={t`Registering`}
          isBusy={byPassword.isBusy}
          type="submit"
          variant="primary"
        >
          {t`Register`}
        </Button>
      </ActionForm>
      <GoogleButton
        isBusy={byGoogle.isBusy}
        note={t`With Google you start as a buyer, whatever you chose above. You can become a seller later.`}
        onPress={() => {
          byPassword.forget();
          void byGoogle.run(() => secondStep.signIn(signInWithGoogle()));
        }}
      />
    </SessionFrame>
  );
}
