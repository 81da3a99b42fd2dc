import type { ReactNode } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Clips } from '../clips/Clips.tsx';
import { EvidenceImages } from './EvidenceImages.tsx';

type Speaker = 'buyer' | 'seller' | 'admin' | 'provider';

const speakers: Record<Speaker, { label: string; style: string }> = textsOf({
  buyer: { label: msg`buyer`, style: 'me-6 border-s-4 border-s-brass sm:me-12' },
  seller: { label: msg`seller`, style: 'ms-6 border-e-4 border-e-walnut-line sm:ms-12' },
  admin: { label: msg`for the shop`, style: 'border-dashed bg-brass-tint' },
  provider: { label: '', style: 'border-dashed' },
});

/** What somebody said at a time, with their evidence. */
export function Said({
  name,
  by,
  time,
  images,
  clips,
  children,
}: {
  name: string;
  by: Speaker;
  time: string;
  images: readonly string[];
  clips?: readonly Clip[] | undefined;
  children: ReactNode;
}) {
  const { label, style } = speakers[by];
  return (
    <li className={`rounded-lg border border-line bg-sunken p-4 ${style}`}>
      <p className="text-sm wrap-anywhere">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {label && <span>{`, ${label}`}</span>}
        <span className="block text-muted">
          <Moment at={time} />
        </span>
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere" dir="auto">
        {children}
      </p>
      <EvidenceImages addresses={images} of={name} />
      {clips && <Clips clips={clips} />}
    </li>
  );
}
