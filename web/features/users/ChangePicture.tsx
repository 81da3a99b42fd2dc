import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { msg, t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { PictureField } from '../pictures/PictureField.tsx';
import { uploadImage } from '../pictures/upload-image.ts';
import { changeUserMutation } from './queries.ts';

/** Changes the profile picture. It is uploaded and saved as soon as it is chosen. */
export function ChangePicture({ user }: { user: User }) {
  const [picture, setPicture] = useState<File>();
  const [share, setShare] = useState(0);
  const underWay = useRef<AbortController>(null);
  const { mutateAsync: changeUser } = useMutation(changeUserMutation());
  const change = useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }) => {
      const image = await uploadImage(file, { onProgress: setShare, signal });
      await changeUser({ _id: user._id, image });
    },
  });
  // Leaving the page during the upload cancels it.
  useEffect(() => () => underWay.current?.abort(), []);

  const choose = (file: File | undefined) => {
    change.reset();
    setPicture(file);
    if (!file || file.size > limits.imageBytes) return;
    setShare(0);
    underWay.current = new AbortController();
    const { signal } = underWay.current;
    change.mutate(
      { file, signal },
      {
        onSuccess: () => {
          setPicture(undefined);
          toast.success(t`Your picture is changed`);
        },
        onError: ({ message }) => {
          if (signal.aborted) setPicture(undefined);
          else toast.error(message);
        },
      },
    );
  };
  const isCalledOff = underWay.current?.signal.aborted === true;
  const isTooLarge = picture !== undefined && picture.size > limits.imageBytes;
  return (
    <PictureField
      accept="image/jpeg,image/png,image/webp,image/avif"
      error={isTooLarge ? t(tooLarge) : isCalledOff ? undefined : change.error?.message}
      hint={t`JPEG, PNG, WebP or AVIF, at most 10 MB.`}
      isOptional
      label={t`Profile picture`}
      name="picture"
      onChange={choose}
      picture={picture}
      present={user.image}
      upload={change.isPending ? { share, onCancel: () => underWay.current?.abort() } : undefined}
    />
  );
}

const tooLarge = msg`Use a picture of at most 10 MB.`;
