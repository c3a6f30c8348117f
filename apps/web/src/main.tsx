import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyColours } from './core/colours.ts'
import { language, setLanguage } from './core/i18n/language.ts'
import { watchFaults } from './core/log-store.ts'
import './main.css'

watchFaults()
applyColours()
setLanguage(language())
createRoot(document.getElementById('root')!).render(<App />)
