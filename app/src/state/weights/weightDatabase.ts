/**
 * The values of weights in the browser's database. On every failure (full, forbidden, damaged) it acts as if nothing
 * were stored.
 */
import type { WeightValues } from "@relayscope/engine";
import type { WeightStore } from "./weightStore.ts";

const databaseName = "relayscope";
const storeName = "weights";
const keys = { text: "text", values: "values" } as const;

/** A store in a browser's database. */
export function databaseStore(factory: IDBFactory): WeightStore {
  /** The values of the latest save; null before. */
  let saved: WeightValues | undefined | null = null;
  /** Saves are done in order. */
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: (store: IDBObjectStore) => IDBRequest<T>, mode: IDBTransactionMode): Promise<T | undefined> => {
    const done = before.then(() => request(factory, act, mode)).catch(() => undefined);
    before = done;
    return done;
  };
  return {
    saveValues(values) {
      if (values === saved) return;
      saved = values;
      if (values) void inTurn((store) => store.put(values, keys.values), "readwrite");
      else void inTurn((store) => store.clear(), "readwrite");
    },
    saveText(text) {
      void inTurn((store) => store.put(text, keys.text), "readwrite");
    },
    async load(text) {
      if ((await inTurn((store) => store.get(keys.text), "readonly")) !== text) return undefined;
      const found: unknown = await inTurn((store) => store.get(keys.values), "readonly");
      if (!isValues(found)) return undefined;
      saved = found;
      return found;
    },
  };
}

function isValues(value: unknown): value is WeightValues {
  if (typeof value !== "object" || value === null || !("constants" in value) || !("parameters" in value)) return false;
  return value.constants instanceof Map && value.parameters instanceof Map;
}

function request<T>(factory: IDBFactory, act: (store: IDBObjectStore) => IDBRequest<T>, mode: IDBTransactionMode): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = factory.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(storeName, mode);
      const asked = act(transaction.objectStore(storeName));
      transaction.oncomplete = () => {
        database.close();
        resolve(asked.result);
      };
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}
