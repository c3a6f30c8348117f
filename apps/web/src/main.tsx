import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyColours } from './core/colours.ts'
import { language, setLanguage } from './core/i18n/language.ts'
import './main.css'

applyColours()
setLanguage(language())
createRoot(document.getElementById('root')!).render(<App />)
