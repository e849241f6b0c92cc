// Parts of a page that are loaded when they are first shown, such as the content of a dialog: the first picture does
// not wait for their script. When the browser has nothing else to do, `preloadParts` loads them, so that they open at once.
import {
  lazy,
  Suspense,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from "react";
import { tr } from "../i18n/i18n";
import { cardError, ErrorBoundary, LoadError } from "./error-boundary";

/** Calls a dynamic import. Rejects with a LoadError. */
export async function loadScript<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new LoadError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const preloads = new Set<() => Promise<unknown>>();

/**
 * Makes a component of a part that is loaded when it is first rendered. Until then it renders `waiting`; if the part
 * cannot be loaded, it says so and offers to reload the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: () => ReactNode = () => <p className="muted">{tr("Loading …")}</p>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetched = async () => (loaded = await loadScript(load));
  const Lazy = lazy(async () => ({ default: await fetched() }));
  preloads.add(fetched);
  return function LazyPart(props: Props) {
    // A loaded part is rendered directly: React shows `waiting` for a moment also when a lazy component is ready.
    const [Part] = useState(() => loaded ?? (Lazy as ComponentType<Props>));
    return (
      <ErrorBoundary fallback={cardError}>
        <Suspense fallback={waiting()}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

export interface OptionalPart<Props> {
  (props: Props): ReactNode;
  /** Loads the part. After a failure it can be called again. */
  load(): Promise<void>;
  isLoaded(): boolean;
}

/** Makes a component of a part that nobody sees at first: it renders nothing until the part is loaded, by `preloadParts`
 * or by `load`. */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): OptionalPart<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const listeners = new Set<() => void>();
  const fetched = async () => {
    Loaded ??= await load();
    for (const listener of listeners) listener();
  };
  preloads.add(fetched);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  function Late(props: Props) {
    const Part = useSyncExternalStore(subscribe, () => Loaded);
    return Part === null ? null : (
      <ErrorBoundary fallback={cardError}>
        <Part {...props} />
      </ErrorBoundary>
    );
  }
  return Object.assign(Late, { load: fetched, isLoaded: () => Loaded !== null });
}

/** Loads all parts, one after the other. A part that fails is tried again, and reported, when it is shown. */
export async function preloadParts(): Promise<void> {
  for (const preload of preloads) await preload().catch(() => undefined);
}
