import { noWeightStore, type WeightStore } from "./weightStore.ts";

/** A store over the browser's database, if there is one. Its code is loaded on first use. */
export function createWeightStore(factory: IDBFactory | undefined): WeightStore {
  if (!factory) return noWeightStore;
  let loading: Promise<WeightStore> | undefined;
  const database = () => {
    loading ??= import("./weightDatabase.ts").then(({ databaseStore }) => databaseStore(factory));
    return loading;
  };
  return {
    saveValues: (values) => void database().then((store) => store.saveValues(values)),
    saveText: (text) => void database().then((store) => store.saveText(text)),
    load: (text) => database().then((store) => store.load(text)),
  };
}
