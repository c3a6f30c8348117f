import {
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BellOutlined,
  BookOutlined,
  CalendarOutlined,
  CloudOutlined,
  DashboardOutlined,
  FileTextOutlined,
  FolderOutlined,
  FormOutlined,
  HomeOutlined,
  MoneyCollectOutlined,
  MonitorOutlined,
  PartitionOutlined,
  SafetyOutlined,
  ScheduleOutlined,
  SearchOutlined,
  SettingOutlined,
  ShopOutlined,
  SolutionOutlined,
  StarOutlined,
  TeamOutlined,
  ToolOutlined,
  TrophyOutlined,
  UserOutlined,
} from "@ant-design/icons";
import type { ComponentType } from "react";

/** Names a menu entry's icon may have; an unknown one becomes the general mark. */
const icons: Record<string, ComponentType> = {
  home: HomeOutlined,
  dashboard: DashboardOutlined,
  bank: BankOutlined,
  book: BookOutlined,
  plan: ScheduleOutlined,
  team: TeamOutlined,
  form: FormOutlined,
  trophy: TrophyOutlined,
  certificate: SolutionOutlined,
  money: MoneyCollectOutlined,
  shop: ShopOutlined,
  star: StarOutlined,
  folder: FolderOutlined,
  notice: BellOutlined,
  search: SearchOutlined,
  flow: PartitionOutlined,
  setting: SettingOutlined,
  safety: SafetyOutlined,
  cloud: CloudOutlined,
  tool: ToolOutlined,
  monitor: MonitorOutlined,
  user: UserOutlined,
  calendar: CalendarOutlined,
  file: FileTextOutlined,
  audit: AuditOutlined,
};

export const iconNames: readonly string[] = Object.keys(icons);

export function MenuIcon({ name }: { name: string | null }) {
  const Icon = icons[name ?? ""] ?? AppstoreOutlined;
  return <Icon />;
}
