/** The language service, loaded at the editor's first question, as a first picture does not need it. */
import type { LanguageService } from "@relayscope/language";
import { callMethod, withMethods } from "./wire/methods.ts";

/** A service that loads the real one when it is first asked. */
export function lazyLanguageService(): LanguageService {
  let loading: Promise<LanguageService> | undefined;
  return withMethods<object, LanguageService>({}, async (method, args) => {
    loading ??= import("@relayscope/language/service").then(({ languageService }) => languageService());
    return callMethod(await loading, method, args);
  });
}
