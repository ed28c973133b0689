import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

import styles from "./Tabs.module.css";

export interface Tab {
  value: string;
  label: string;
  panel: ReactNode;
}

interface TabsProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  tabs: Tab[];
  aside?: ReactNode;
}

export function Tabs({ label, value, onChange, tabs, aside }: TabsProps) {
  return (
    <BaseTabs.Root
      className={styles["root"]}
      value={value}
      onValueChange={(next) => onChange(String(next))}
    >
      <div className={styles["head"]}>
        <BaseTabs.List className={styles["list"]} aria-label={label}>
          {tabs.map((tab) => (
            <BaseTabs.Tab key={tab.value} value={tab.value} className={styles["tab"]}>
              {tab.label}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className={styles["panel"]}>
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
