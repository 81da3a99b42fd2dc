import type { ComponentType, ReactNode } from 'react';

/** A link of the router, handed in by whoever uses a part, so that the parts do not know the router. */
export type LinkComponent = ComponentType<{ to: string; className?: string; children?: ReactNode }>;
