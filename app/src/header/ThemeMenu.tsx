import { Moon, Sun, SunMoon } from "lucide-react";
import type { Theme } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";

const next: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };
const icons = { system: SunMoon, light: Sun, dark: Moon } as const;

/** Goes round: as the system, light, dark. */
export function ThemeMenu() {
  const { actions } = usePage();
  const theme = usePageState((s) => s.preferences.theme);
  return (
    <IconButton
      icon={icons[theme]}
      label={`Theme: ${theme === "system" ? "as the system" : theme}`}
      className="ml-1"
      onClick={() => actions.setPreferences({ theme: next[theme] })}
    />
  );
}
