import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { isolate } from '#contract/isolate.ts';
import { type NoteSubject, noteLength } from '#contract/moderation/moderation-terms.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { CallFailure } from '../../api/failures.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { addNoteMutation, notesQuery } from './queries.ts';

/** The notes on a person, in a dialog. */
export function NotesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const name = isolate(user.name);
  return (
    <Dialog
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
      isAlert
      isOpen
      onClose={onClose}
      title={t`Notes on ${name}`}
    >
      <NoteList about="person" id={user._id} />
    </Dialog>
  );
}

/** The notes on a sale or a case, as a section of its page. */
export function Notes({ about, id }: { about: NoteSubject; id: string }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="print:hidden">
      <h2 className="mb-3 text-subheading" id={titleId}>{t`Notes of the admins`}</h2>
      <NoteList about={about} id={id} />
    </section>
  );
}

function NoteList({ about, id }: { about: NoteSubject; id: string }) {
  const list = usePagedList(notesQuery(about, id));
  return (
    <div className="space-y-4">
      <PagedList
        empty={<p className="text-muted">{t`No one has noted anything yet.`}</p>}
        list={list}
        loading={{ label: t`Loading the notes`, rowHeight: 'h-16' }}
        table={({ items, ref }) => (
          <ul className="space-y-3" ref={ref}>
            {items.map(({ _id, text, authorName, time }) => (
              <li className="border-s-2 border-line ps-3" key={_id}>
                <p className="wrap-anywhere whitespace-pre-line" dir="auto">
                  {text}
                </p>
                <p className="text-sm text-muted">
                  <bdi>{authorName}</bdi> <span>·</span> <Moment at={time} />
                </p>
              </li>
            ))}
          </ul>
        )}
        things="entries"
      />
      <AddNote about={about} id={id} />
    </div>
  );
}

function AddNote({ about, id }: { about: NoteSubject; id: string }) {
  const { mutate, isPending, error } = useMutation(addNoteMutation(about, id));
  const { register, handleSubmit, reset, formState } = useForm({
    mode: 'onSubmit',
    defaultValues: { text: '' },
  });
  const refusal = error instanceof CallFailure ? error.errors.text : undefined;
  const add = handleSubmit(({ text }) =>
    mutate(text, {
      onSuccess: () => {
        reset();
        toast.success(t`Note added`);
      },
      onError: ({ message }) => toast.error(message),
    }),
  );
  return (
    <Form className="space-y-3" isSending={isPending} onSubmit={add}>
      <TextArea
        {...register('text', { validate: (text) => text.trim() !== '' || t`Write something` })}
        error={formState.errors.text?.message ?? refusal}
        hint={t`Only admins read it here, and it cannot be changed: correct it by another note. It is part of the data that the people concerned can download when no case is open, so write facts, and not who reported.`}
        label={t`New note`}
        maxLength={noteLength}
        rows={3}
      />
      <FieldError message={refusal ? undefined : error?.message} />
      <Button busyLabel={t`Saving`} isBusy={isPending} type="submit">
        {t`Add note`}
      </Button>
    </Form>
  );
}
