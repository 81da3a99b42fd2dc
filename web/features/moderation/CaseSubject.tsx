import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { listSeparator } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import type { ModerationCase, SubjectContent, SubjectState } from '#contract/moderation/cases.ts';
import { paths } from '#contract/page-paths.ts';
import type { CodePhoto } from '#contract/products/code-photo.ts';
import { msg, t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { PictureLinks } from '../../ui/PictureLinks.tsx';
import { Stars } from '../../ui/Rating.tsx';
import { Clips } from '../clips/Clips.tsx';
import { reportedPictures } from './moderation-texts.ts';
import { removeCodePhotoOfCaseMutation } from './queries.ts';

const stateTexts: Record<SubjectState, string> = textsOf({
  visible: msg`Visible to everyone`,
  hidden: msg`Hidden`,
  ended: msg`Sold or withdrawn`,
  gone: msg`Gone`,
});

/** What was reported, as it was then and, when it has changed, as it is now. */
export function CaseSubject({ found }: { found: ModerationCase }) {
  const { reported, current, subjectState, productId, messages } = found;
  const isSame = current !== undefined && textOf(current) === textOf(reported);
  return (
    <section className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-subheading">{t`What was reported`}</h2>
        <Badge tone={subjectState === 'visible' ? 'quiet' : 'red'}>
          {stateTexts[subjectState]}
        </Badge>
      </div>
      <div className={isSame ? '' : 'grid gap-4 md:grid-cols-2'}>
        <Content
          content={reported}
          title={isSame ? t`As when it was reported, and now` : t`As when it was reported`}
        />
        {!isSame &&
          (current ? (
            <Content content={current} other={reported} title={t`As it is now`} />
          ) : (
            <div className="rounded-lg border border-line p-4">
              <h3 className="font-sans text-sm font-semibold text-muted">{t`As it is now`}</h3>
              <p className="mt-2">{t`It is gone: deleted, or its author’s account was removed.`}</p>
            </div>
          ))}
      </div>
      {messages && <Messages messages={messages} />}
      {productId !== undefined && found.codePhoto && (
        <CodePhotoOfCase codePhoto={found.codePhoto} productId={productId} />
      )}
      {productId !== undefined && subjectState === 'visible' && (
        <p>
          <Link className="text-link" to={paths.product(productId)}>
            {t`Open the listing`}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Whether the code in the picture is that of the shop, an admin has to see. */
function CodePhotoOfCase({ codePhoto, productId }: { codePhoto: CodePhoto; productId: string }) {
  const viewer = useDashboardUser();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-wrap gap-4 rounded-lg border border-line bg-surface p-4">
      <a className="shrink-0" href={codePhoto.image} rel="noopener" target="_blank">
        <img
          alt={t`The instrument with the code`}
          className="h-32 w-40 rounded-md border border-line object-cover"
          height={128}
          src={codePhoto.image}
          width={160}
        />
      </a>
      <div className="min-w-0 flex-1 basis-56 space-y-1">
        <h3 className="font-sans text-base font-semibold">{t`Picture with a code`}</h3>
        <p>
          <Trans>
            The code should be{' '}
            <strong className="font-mono tracking-widest" dir="ltr" translate="no">
              {codePhoto.code}
            </strong>
            . It was added <Moment at={codePhoto.at} />.
          </Trans>
        </p>
        <p className="text-sm text-muted">
          {t`See whether the code is handwritten, whether the picture is edited, and whether it shows the instrument of the other pictures.`}
        </p>
        {mayActIn('listings', viewer) && (
          <Button onClick={() => setIsAsking(true)} size="small">
            {t`Take the remark off the listing`}
          </Button>
        )}
      </div>
      <MutationDialog
        confirmLabel={t`Take it off`}
        isOpen={isAsking}
        mutation={removeCodePhotoOfCaseMutation()}
        onClose={() => setIsAsking(false)}
        onDone={() => setIsAsking(false)}
        success={t`The listing no longer mentions the code`}
        title={t`Take the remark about the code off this listing?`}
        variables={productId}
      >
        {t`The picture stays, and the case is still to be decided. The audit log records it.`}
      </MutationDialog>
    </div>
  );
}

const textOf = ({ images, clips, ...content }: SubjectContent) =>
  JSON.stringify([
    content.name,
    content.text,
    content.price,
    content.rating,
    content.reply,
    images.length,
    clips?.map(({ transcript }) => transcript ?? ''),
  ]);

function Content({
  title,
  content: { name, text, images, clips, price, rating, reply },
  other,
}: {
  title: string;
  content: SubjectContent;
  /** What differs from it is marked. */
  other?: SubjectContent;
}) {
  const mark = (isChanged: boolean) => (isChanged ? 'bg-brass-tint' : '');
  return (
    <div className="min-w-0 space-y-2 rounded-lg border border-line bg-surface p-4">
      <h3 className="font-sans text-sm font-semibold text-muted">{title}</h3>
      {name && (
        <p
          className={`font-semibold wrap-anywhere ${mark(other !== undefined && other.name !== name)}`}
          dir="auto"
        >
          {name}
        </p>
      )}
      {price !== undefined && (
        <p className={`price ${mark(other !== undefined && other.price !== price)}`}>
          {formatMoney(price)}
        </p>
      )}
      {rating !== undefined && <Stars rating={rating} />}
      {text !== undefined && (
        <p
          className={`whitespace-pre-line wrap-anywhere ${mark(other !== undefined && other.text !== text)}`}
          dir="auto"
        >
          {text}
        </p>
      )}
      {reply !== undefined && (
        <p className="border-s-2 border-line ps-4 whitespace-pre-line wrap-anywhere" dir="auto">
          {reply}
        </p>
      )}
      <PictureLinks
        columns="grid-cols-2 gap-2 sm:grid-cols-3"
        pictures={reportedPictures(images)}
      />
      {clips && <Clips clips={clips} />}
    </div>
  );
}

function Messages({ messages }: { messages: NonNullable<ModerationCase['messages']> }) {
  return (
    <div>
      <h3 className="font-sans text-base font-semibold">{t`In the conversation`}</h3>
      <p className="text-sm text-muted">
        {t`The reported message with two before and two after it. The audit log records that you have read them.`}
      </p>
      <ol className="mt-3 space-y-2">
        {messages.map((message) => (
          <li
            className={`rounded-lg border px-4 py-2.5 ${message.isReported ? 'border-red bg-red-tint' : 'border-line bg-surface'}`}
            key={`${message.time} ${message.text}`}
          >
            <p className="text-sm text-muted">
              <bdi className="font-semibold">{message.author}</bdi>
              <span>{listSeparator()}</span>
              <Moment at={message.time} />
              {message.isReported && <span className="sr-only"> {t`(reported)`}</span>}
            </p>
            <p className="whitespace-pre-line wrap-anywhere" dir="auto">
              {message.text}
            </p>
            <PictureLinks
              columns="mt-2 grid-cols-2 gap-2 sm:grid-cols-4"
              pictures={reportedPictures(message.images)}
            />
            {message.clips && <Clips clips={message.clips} />}
          </li>
        ))}
      </ol>
    </div>
  );
}
